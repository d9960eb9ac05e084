import { testBrowserAbuse } from '@runwright/testing/suites';
import { protocolBreaks } from '../driver.test.breaks.ts';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserAbuse('playwrightDriver over CDP', cdpDrivers(), protocolBreaks);

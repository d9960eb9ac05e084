// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserAbuse } from '@runwright/testing/suites';
import { protocolBreaks } from '../protocol-breaks.test-helpers.ts';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserAbuse('playwrightDriver over CDP', cdpDrivers(), protocolBreaks);

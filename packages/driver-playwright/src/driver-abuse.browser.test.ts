import { testBrowserAbuse } from '@runwright/testing/suites';
import { processDrivers } from './drivers.test-helpers.ts';
import { protocolBreaks } from './protocol-breaks.test-helpers.ts';

testBrowserAbuse('playwrightDriver', processDrivers(), protocolBreaks);

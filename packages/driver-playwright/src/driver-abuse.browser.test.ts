import { testBrowserAbuse } from '@runwright/testing/suites';
import { drivers } from './drivers.test-helpers.ts';
import { protocolBreaks } from './protocol-breaks.test-helpers.ts';

testBrowserAbuse('playwrightDriver', drivers(), protocolBreaks);

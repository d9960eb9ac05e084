// @module-tag extended: the same tests as for sessions that share a browser
import { testBrowserActing } from '@runwright/testing/suites';
import { processDrivers } from '../drivers.test-helpers.ts';

testBrowserActing('playwrightDriver with a process for each session', processDrivers());

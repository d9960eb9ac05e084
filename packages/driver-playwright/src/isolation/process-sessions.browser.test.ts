// @module-tag extended: the same tests as for sessions that share a browser
import { testBrowserSessions } from '@runwright/testing/suites';
import { processDrivers } from '../drivers.test-helpers.ts';

testBrowserSessions('playwrightDriver with a process for each session', processDrivers());

// @module-tag extended: the same tests as for sessions that share a browser
import { testBrowserRecordings } from '@runwright/testing/suites';
import { processDrivers } from '../drivers.test-helpers.ts';

testBrowserRecordings('playwrightDriver with a process for each session', processDrivers());

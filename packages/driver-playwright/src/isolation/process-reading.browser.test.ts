// @module-tag extended: the same tests as for sessions that share a browser
import { testBrowserReading } from '@runwright/testing/suites';
import { processDrivers } from '../drivers.test-helpers.ts';

testBrowserReading('playwrightDriver with a process for each session', processDrivers());

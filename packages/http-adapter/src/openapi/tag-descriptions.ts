/** What the routes of each tag are about, in the order in which the document lists the tags. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  runs: 'Start runs, follow them, and read what they did.',
  workflows: 'Definitions that runs execute, in versions.',
  folders: 'Folders of workflows.',
  schedules: 'Starts of workflows at set times.',
  scripts: 'Code that replaces the agent in a run.',
  credentials: 'Passwords, cards and secrets that runs use, and one-time codes pushed to runs.',
  'browser sessions': 'Browsers that live across runs.',
  'browser profiles': 'Cookies and storage with which browsers start.',
  artifacts: 'What runs recorded: screenshots, prompts, recordings, logs.',
  files: 'Uploaded and downloaded files.',
  'api keys': 'Keys of the organization.',
  organizations: 'Organizations of the service.',
  billing: 'Plan and credits.',
  service: 'State of the service.',
};

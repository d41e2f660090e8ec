/** Screens whose time range the assistant knows, as specified. */
const KNOWN: readonly RegExp[] = [
  /^\/(dashboard|pipelines|sources|destinations|hydration|alerts|log-search)?$/,
  /^\/hydration\/\d+$/,
  /^\/monitoring(\/(analytics|pipelineErrors))?$/,
  /^\/events(\/notifications)?$/,
  /^\/fleetManager\/agents\/\d+$/,
];

/** Whether questions without a time mean the range of the screen at this path. */
export const hasKnownRange = (path: string): boolean => KNOWN.some((pattern) => pattern.test(path));

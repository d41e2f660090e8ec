/** Feature flags (R6-07 … R6-30, names of appendix c). */
export const FLAGS = [
  'logSearchV1',
  'logSearchV2',
  'ignorePipelineErrors',
  'displayAlteredValues',
  'apiKeys',
  'alertEventsPage',
  'userReports',
  'gitOps',
  'fleetManagement',
  'aiRecommendations',
  'sinkSsa',
  'logPreviewMetadataToggle',
  'hydrationV2',
  'onboardingTour',
  'chatAssistantSource',
  'chatAssistantTransform',
  'formAssistantSource',
  'formAssistantTransform',
  'queryLayer',
  'pullRequestsRoute',
  'appFleetManager',
  'appSearch',
] as const;
export type Flag = (typeof FLAGS)[number];

/** Flags that change what is shown or what may be done, rather than open a screen; off unless asked for (R6-33, R6-50). */
const OFF_UNLESS_ASKED: readonly Flag[] = [
  'ignorePipelineErrors',
  'displayAlteredValues',
  'gitOps',
  'onboardingTour',
];

/** Flags of screens that are built; a flag of a screen that does not exist is never on. */
export const BUILT_FLAGS: readonly Flag[] = [
  'ignorePipelineErrors',
  'displayAlteredValues',
  'apiKeys',
  'gitOps',
];

/**
 * Reads `PENSTOCK_FLAGS`: names that are turned on, or off with a leading minus, separated by commas.
 * Everything built is on by default but what changes the figures or closes ways to change something.
 * @throws Error naming an unknown flag.
 */
export function parseFlags(text: string): Flag[] {
  const on = new Set<Flag>(BUILT_FLAGS.filter((flag) => !OFF_UNLESS_ASKED.includes(flag)));
  for (const word of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const off = word.startsWith('-');
    const name = off ? word.slice(1) : word;
    const flag = FLAGS.find((known) => known === name);
    if (!flag) throw new Error(`unknown flag '${name}'; known flags: ${FLAGS.join(', ')}`);
    if (off) on.delete(flag);
    else if (BUILT_FLAGS.includes(flag)) on.add(flag);
    else throw new Error(`flag '${name}' belongs to a screen this version does not have`);
  }
  return [...on];
}

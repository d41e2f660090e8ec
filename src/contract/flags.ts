/** Specification, appendix C. */
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

/** They change figures or permissions, so they are off by default. */
const OFF_UNLESS_ASKED: readonly Flag[] = ['ignorePipelineErrors', 'displayAlteredValues'];

export const parseFlagsOff = (text: string): Flag[] =>
  FLAGS.filter((flag) => text.split(',').some((word) => word.trim() === `-${flag}`));

/**
 * Parses `PENSTOCK_FLAGS`: comma-separated names, off with a leading minus. All are on by default, except
 * OFF_UNLESS_ASKED.
 * @throws Error naming an unknown flag
 */
export function parseFlags(text: string): Flag[] {
  const on = new Set<Flag>(FLAGS.filter((flag) => !OFF_UNLESS_ASKED.includes(flag)));
  for (const word of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const off = word.startsWith('-');
    const name = off ? word.slice(1) : word;
    const flag = FLAGS.find((known) => known === name);
    if (!flag) throw new Error(`unknown flag '${name}'; known flags: ${FLAGS.join(', ')}`);
    if (off) on.delete(flag);
    else on.add(flag);
  }
  return [...on];
}

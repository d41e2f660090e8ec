import type { FeatureSetting } from '../../../contract/entities/feature.ts';
import type { Flag } from '../../../contract/flags.ts';

const TEXTS: Record<Flag, { title: string; effect: string }> = {
  logSearchV1: { title: 'Log Search, list only', effect: 'The screen Log Search as a list of rows.' },
  logSearchV2: {
    title: 'Log Search',
    effect: 'The screen Log Search with histogram and facets. It takes precedence over the list only.',
  },
  ignorePipelineErrors: {
    title: 'Ignore pipeline errors',
    effect: 'Pipeline errors are not listed, counted, charted, explained or notified.',
  },
  displayAlteredValues: {
    title: 'Parsed instead of received bytes',
    effect: 'Sources count the bytes of parsed events instead of the bytes received.',
  },
  apiKeys: {
    title: 'API keys',
    effect: 'The screen API Keys. When off, existing keys keep working.',
  },
  alertEventsPage: {
    title: 'Alerts',
    effect: 'The screens of alerts. When off, rules are kept and not judged.',
  },
  userReports: {
    title: 'Reports',
    effect: 'The screen Reports. When off, reports are kept and nothing is due.',
  },
  fleetManagement: {
    title: 'Fleets',
    effect:
      'The screens of fleets, agents and configurations. When off, agents are refused and go on running what they have.',
  },
  appFleetManager: {
    title: 'Fleet Manager in the app switcher',
    effect: 'The app Fleet Manager, with Fleets, Agents and Configurations.',
  },
  hydrationV2: {
    title: 'Progress of hydrations',
    effect: 'Progress, rate and time left of hydrations in the list, and a screen for each.',
  },
  sinkSsa: {
    title: 'Analysis of destinations',
    effect: "'Analyze what arrives' on destinations: fields, event patterns and findings.",
  },
  logPreviewMetadataToggle: {
    title: 'Metadata of events',
    effect: "The button 'Metadata' in previews and in rows of Log Search.",
  },
  queryLayer: { title: 'Queries', effect: 'SQL over archives: the screens Query, Data and Dashboards.' },
  appSearch: {
    title: 'Search in the app switcher',
    effect: 'The app Search, with Query, Data and Dashboards.',
  },
  gitOps: {
    title: 'Sites managed by Git',
    effect: 'A site can have a repository. Its pipelines are then changed by pull requests.',
  },
  pullRequestsRoute: { title: 'Pull requests', effect: 'The screen Pull requests.' },
  onboardingTour: { title: 'Tour', effect: 'A tour of five steps, offered to newcomers once.' },
  aiRecommendations: {
    title: 'Recommendations',
    effect:
      'What saves volume, in Data Insights, in forms of filters, samples and removed fields, and as a list of the site.',
  },
  formAssistantSource: {
    title: 'Suggestions in forms of sources',
    effect: "'Suggest from captured events' in forms of sources, with the next steps behind them.",
  },
  formAssistantTransform: {
    title: 'Suggestions in forms of transforms',
    effect: "'Suggest from captured events' in forms of parsers, timestamps and redaction.",
  },
  chatAssistantTransform: { title: 'Assistant', effect: 'The assistant, which also changes transforms.' },
  chatAssistantSource: {
    title: 'Assistant: sources and destinations',
    effect: 'The assistant may propose new sources and destinations.',
  },
};

export const getFeatureTitle = (feature: Flag): string => TEXTS[feature].title;

/** Why it cannot be changed here; undefined if it can. */
export function findFeatureRefusal({ feature, environment }: FeatureSetting): string | undefined {
  if (environment === 'on')
    return `On by default or by PENSTOCK_FLAGS; PENSTOCK_FLAGS=-${feature} turns it off.`;
  if (environment === 'off') return 'PENSTOCK_FLAGS turns it off.';
  return undefined;
}

export const describeFeature = (setting: FeatureSetting): string =>
  [TEXTS[setting.feature].effect, findFeatureRefusal(setting) ?? ''].filter(Boolean).join(' ');

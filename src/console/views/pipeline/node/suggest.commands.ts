import { createSuggestCommands } from '../../../components/suggestions/suggest-commands.ts';

export const suggestCommands = createSuggestCommands({
  scope: 'pipeline.suggest',
  prefix: 'node',
  group: 'Node',
  notOpen: 'Open the form of a parser, of a timestamp or of a redaction in the editor first',
  flags: ['formAssistantTransform', 'aiRecommendations'],
});

import type { Suggestion } from '../../../../contract/calls/suggestions.ts';
import type { CommandContext } from '../../../commands/context.ts';
import { defineCommands } from '../../../commands/types.ts';

/** Published by the form of a transform that settings can be suggested for. */
export type PipelineSuggestScope = {
  suggestions: readonly Suggestion[];
  isLocked: boolean;
  find: () => void;
  apply: (suggestion: Suggestion) => void;
};

declare module '../../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.suggest': PipelineSuggestScope;
  }
}

const NOT_OPEN = 'Open the form of a parser, of a timestamp or of a redaction in the editor first';

const getSuggest = (ctx: CommandContext) => ctx.scopes['pipeline.suggest'];

const checkUnlocked = (ctx: CommandContext): true | string => {
  const scope = getSuggest(ctx);
  if (!scope) return NOT_OPEN;
  return scope.isLocked ? 'Wait until the pipeline is saved' : true;
};

export const suggestCommands = defineCommands([
  {
    id: 'node.suggest',
    title: 'Suggest from captured events',
    group: 'Node',
    icon: 'sparkles',
    keywords: ['detect', 'grok', 'pattern', 'format', 'parser', 'assistant', 'sample'],
    keys: 'alt+s',
    scope: 'pipeline.suggest',
    bar: false,
    isRecorded: false,
    enabled: checkUnlocked,
    run: (ctx) => getSuggest(ctx)?.find(),
  },
  {
    id: 'node.applySuggestion',
    title: 'Use a suggestion',
    group: 'Node',
    icon: 'check',
    keywords: ['apply', 'settings', 'assistant', 'detected'],
    scope: 'pipeline.suggest',
    bar: false,
    isRecorded: false,
    enabled: (ctx) => {
      const refusal = checkUnlocked(ctx);
      if (refusal !== true) return refusal;
      return getSuggest(ctx)?.suggestions.length ? true : 'Nothing is suggested yet';
    },
    causeOf: (ctx) => (getSuggest(ctx)?.suggestions.length === 0 ? { command: 'node.suggest' } : undefined),
    args: [
      {
        kind: 'option',
        name: 'suggestion',
        title: 'Suggestion',
        load: (ctx) =>
          (getSuggest(ctx)?.suggestions ?? []).map(({ title, matched }, index) => ({
            id: String(index),
            label: title,
            detail: `${matched} events`,
          })),
      },
    ],
    run: (ctx, args) => {
      const scope = getSuggest(ctx);
      const suggestion = scope?.suggestions[Number(args.suggestion)];
      if (suggestion) scope?.apply(suggestion);
    },
  },
]);

import type { Suggestion } from '../../../contract/calls/suggestions.ts';
import type { Flag } from '../../../contract/flags.ts';
import type { CommandContext } from '../../commands/context.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import { flagsOn } from '../../state/flags.ts';

/** Published by a form with suggestions, which the assistant may fill. */
export type FormSuggestScope = {
  suggestions: readonly Suggestion[];
  /** Why suggestions are unavailable now. */
  refusal: string | undefined;
  find: () => void;
  apply: (suggestion: Suggestion) => void;
  templateId: string;
  config: Record<string, unknown>;
  /** Why the assistant cannot fill it now. */
  fillRefusal: string | undefined;
  /** Sets settings in one undo step; omitted ones stay. */
  fill: (values: Pick<Suggestion, 'templateId' | 'config'>) => void;
  /** Resets all settings. */
  restore: (config: Record<string, unknown>) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'pipeline.suggest': FormSuggestScope;
    'connection.suggest': FormSuggestScope;
  }
}

type SuggestCommands = {
  scope: 'pipeline.suggest' | 'connection.suggest';
  /** Prefix of their ids. */
  prefix: 'node' | 'source';
  group: Command['group'];
  /** Reason without an open form. */
  notOpen: string;
  /** Flags that enable suggestions. */
  flags: readonly Flag[];
  /** Why a site has no events to examine. */
  refuse?: (site: CommandContext['site']) => string | undefined;
};

const isOff = (flags: readonly Flag[]): boolean => {
  const on = flagsOn.get();
  return on !== undefined && !flags.some((flag) => on.has(flag));
};

/** A form's two suggestion commands: find, and apply one. */
export function createSuggestCommands({
  scope,
  prefix,
  group,
  notOpen,
  flags,
  refuse,
}: SuggestCommands): readonly Command[] {
  const getScope = (ctx: CommandContext) => ctx.scopes[scope];
  const check = (ctx: CommandContext): true | string => {
    const form = getScope(ctx);
    if (form) return refuse?.(ctx.site) ?? form.refusal ?? true;
    return isOff(flags) ? 'Suggestions in these forms are turned off on this service' : notOpen;
  };
  return defineCommands([
    {
      id: `${prefix}.suggest`,
      title: 'Suggest from captured events',
      group,
      icon: 'sparkles',
      keywords: ['detect', 'grok', 'pattern', 'format', 'parser', 'framing', 'assistant', 'sample'],
      keys: 'alt+s',
      scope,
      bar: false,
      isRecorded: false,
      enabled: check,
      run: (ctx) => getScope(ctx)?.find(),
    },
    {
      id: `${prefix}.applySuggestion`,
      title: 'Use a suggestion',
      group,
      icon: 'check',
      keywords: ['apply', 'settings', 'assistant', 'detected'],
      scope,
      bar: false,
      isRecorded: false,
      enabled: (ctx) => {
        const refusal = check(ctx);
        if (refusal !== true) return refusal;
        return getScope(ctx)?.suggestions.length ? true : 'Nothing is suggested yet';
      },
      causeOf: (ctx) =>
        getScope(ctx)?.suggestions.length === 0 ? { command: `${prefix}.suggest` } : undefined,
      args: [
        {
          kind: 'option',
          name: 'suggestion',
          title: 'Suggestion',
          load: (ctx) =>
            (getScope(ctx)?.suggestions ?? []).map(({ title, matched }, index) => ({
              id: String(index),
              label: title,
              detail: `${matched} events`,
            })),
        },
      ],
      run: (ctx, args) => {
        const form = getScope(ctx);
        const suggestion = form?.suggestions[Number(args.suggestion)];
        if (suggestion) form?.apply(suggestion);
      },
    },
  ]);
}

import {
  findCaptureRefusal,
  NO_TEST_ON_COLLECTORS,
  refuseOnCollectors,
} from '../../../contract/collector-refusals.ts';
import type { ScopeDefinition } from '../../commands/scopes.ts';
import { type Command, defineCommands } from '../../commands/types.ts';
import { createSuggestCommands } from '../suggestions/suggest-commands.ts';

export type ConnectionFormScope = {
  /** Why the settings cannot be tested. */
  refusal: string | undefined;
  test: () => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    'connection.form': ConnectionFormScope;
  }
}

export const connectionFormScopes: readonly ScopeDefinition[] = [
  { id: 'connection.form', mode: 'FORM', region: true },
  { id: 'connection.suggest', mode: 'FORM', region: true, alongside: ['connection.form'] },
];

const suggestCommands = createSuggestCommands({
  scope: 'connection.suggest',
  prefix: 'source',
  group: 'Source',
  notOpen: 'Open the form of a source first',
  flags: ['formAssistantSource'],
  refuse: findCaptureRefusal,
});

export const connectionFormCommands: readonly Command[] = defineCommands([
  {
    id: 'connection.testForm',
    title: 'Test these settings',
    group: 'Console',
    icon: 'play',
    keywords: ['try', 'check', 'connection', 'form'],
    keys: 'mod+Shift+Enter',
    scope: 'connection.form',
    bar: 'Test',
    enabled: (ctx) => {
      const form = ctx.scopes['connection.form'];
      if (!form) return 'Open the form of a source or destination first';
      return refuseOnCollectors(ctx.site, NO_TEST_ON_COLLECTORS) ?? form.refusal ?? true;
    },
    run: (ctx) => ctx.scopes['connection.form']?.test(),
  },
  ...suggestCommands,
]);

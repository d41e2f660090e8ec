import type { ScopeDefinition } from '../../commands/scopes.ts';
import { defineCommands } from '../../commands/types.ts';
import './scope.ts';

export const auditCommands = defineCommands([
  {
    id: 'audit.verify',
    title: 'Verify',
    listTitle: 'Verify the audit records',
    group: 'View',
    icon: 'check',
    keywords: ['chain', 'tamper', 'signature', 'hash', 'integrity'],
    keys: 'v',
    scope: 'audit',
    bar: 'Verify',
    enabled: (ctx) => {
      if (!ctx.scopes.audit) return 'Open Audit first';
      return ctx.scopes.audit.isVerifying ? 'The records are being verified' : true;
    },
    run: (ctx) => ctx.scopes.audit?.verify(),
  },
]);

export const auditScopes: readonly ScopeDefinition[] = [
  { id: 'audit', mode: 'AUDIT', alongside: ['list', 'filters'] },
];

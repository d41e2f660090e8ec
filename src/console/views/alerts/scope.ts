import type { AcknowledgeChoice, AcknowledgeSnapshot } from '../../../../machines/acknowledge/index.ts';
import type { AlertEvent, AlertRule } from '../../../contract/entities/alert.ts';

export type AlertsScope = {
  snapshot: AcknowledgeSnapshot;
  events: readonly AlertEvent[];
  /** Ids of the visible selected rows, else of the cursor row. */
  chosenIds: readonly string[];
  unacknowledged: number;
  acknowledge: (choice: AcknowledgeChoice) => void;
};

export type AlertRuleAction = 'delete' | 'pause' | 'resume';

export type AlertRulesScope = {
  current: AlertRule | undefined;
  /** Includes filtered rows: commands look rules up by id. */
  rules: readonly AlertRule[];
  write: (action: AlertRuleAction, rule: AlertRule) => void;
};

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    alerts: AlertsScope;
    'alertRules.list': AlertRulesScope;
  }
}

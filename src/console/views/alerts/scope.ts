import type { AcknowledgeChoice, AcknowledgeSnapshot } from '../../../../machines/acknowledge/index.ts';
import type { AlertEvent, AlertRule } from '../../../contract/entities/alert.ts';
import type { AlertChannel } from '../../../contract/entities/alert-channel.ts';
import type { AlertSilence } from '../../../contract/entities/alert-silence.ts';

export type AlertsScope = {
  snapshot: AcknowledgeSnapshot;
  events: readonly AlertEvent[];
  /** Ids of the visible selected rows, else of the cursor row. */
  chosenIds: readonly string[];
  unacknowledged: number;
  acknowledge: (choice: AcknowledgeChoice) => void;
};

export type AlertRuleAction = 'delete' | 'pause' | 'resume' | 'test';

export type AlertRulesScope = {
  current: AlertRule | undefined;
  /** Includes filtered rows: commands look rules up by id. */
  rules: readonly AlertRule[];
  write: (action: AlertRuleAction, rule: AlertRule) => void;
};

export type AlertChannelAction = 'delete' | 'pause' | 'resume' | 'test';

export type AlertChannelsScope = {
  current: AlertChannel | undefined;
  /** Includes filtered rows: commands look channels up by id. */
  channels: readonly AlertChannel[];
  write: (action: AlertChannelAction, channel: AlertChannel) => void;
};

export type AlertSilencesScope = {
  current: AlertSilence | undefined;
  /** Includes filtered rows: commands look silences up by id. */
  silences: readonly AlertSilence[];
  end: (silence: AlertSilence) => void;
};

export type AlertChannelFormScope = { test: () => void };

declare module '../../commands/scopes.ts' {
  interface ScopeMap {
    alerts: AlertsScope;
    'alertRules.list': AlertRulesScope;
    'alertChannels.list': AlertChannelsScope;
    'alertChannel.form': AlertChannelFormScope;
    'alertSilences.list': AlertSilencesScope;
  }
}

import type { Flag } from '../contract/flags.ts';
import type { PatternTrials } from '../engine/components/catalogue.ts';
import type { EnginePort } from '../engine/port.ts';
import type { Analytics } from './analytics/analytics.ts';
import type { Principal } from './auth/permissions.ts';
import type { Tickets } from './auth/tickets.ts';
import type { Catalogue } from './catalogue.ts';
import type { Clock, IdSource } from './ids.ts';
import type { Lifecycle } from './lifecycle/lifecycle.ts';
import type { Hub } from './live/hub.ts';
import type { Log } from './log.ts';
import type { Store } from './store/index.ts';
import type { Sealer } from './store/sealing.ts';

/** What handlers and the live channel work with; made once in `service.ts`, no globals. */
export type Services = {
  store: Store;
  engine: EnginePort;
  catalogue: Catalogue;
  patterns: PatternTrials;
  sealer: Sealer;
  clock: Clock;
  ids: IdSource;
  log: Log;
  flags: readonly Flag[];
  analytics: Analytics;
  lifecycle: Lifecycle;
  hub: Hub;
  tickets: Tickets;
  version: string;
  instanceId: string;
  /** Folder for the files the example pipeline writes. */
  outputFolder: string;
  /** Ports of our own, which no source may take. */
  ownPorts: readonly number[];
  authenticate(request: Request): Promise<Principal | undefined>;
  /** Checks answers against the table; on in tests. */
  checkResponses: boolean;
};

import type { AuditEntity } from '../../contract/entities/audit.ts';
import type { Catalogue } from '../catalogue.ts';
import type { Sealer } from '../store/sealing.ts';

export type StateTools = { catalogue: Catalogue; sealer: Sealer };

/** Fields as shown to people, without automatic changes. */
export type AuditState = {
  entity: AuditEntity;
  name: string;
  siteId: string;
  fields: Record<string, unknown>;
};

const MARK_LENGTH = 8;

/** Shows that a secret changed; irreversible without the service's key. */
export const markSecret = (sealer: Sealer, text: string): string =>
  `secret ${sealer.sign(text).slice(0, MARK_LENGTH)}`;

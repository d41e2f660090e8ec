import type { AuditEntity } from '../../contract/entities/audit.ts';
import type { Sealer } from '../store/sealing.ts';

/** A thing as the audit shows it: fields for people, without what changes by itself. */
export type AuditState = {
  entity: AuditEntity;
  name: string;
  siteId: string;
  fields: Record<string, unknown>;
};

const MARK_LENGTH = 8;

/** Stands for a secret: it tells that another one was set, and cannot be turned back without the service's key. */
export const secretMark = (sealer: Sealer, text: string): string =>
  `secret ${sealer.sign(text).slice(0, MARK_LENGTH)}`;

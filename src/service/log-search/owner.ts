import type { Principal } from '../auth/permissions.ts';

/** A key counts for itself. */
export const readOwner = ({ keyId, user }: Principal): string =>
  keyId === undefined ? user.id : `key ${keyId}`;

import type { Principal } from '../auth/permissions.ts';

/** A key counts separately. */
export const readOwner = ({ keyId, user }: Principal): string =>
  keyId === undefined ? user.id : `key ${keyId}`;

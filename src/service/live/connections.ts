import { ContractError } from '../../contract/errors.ts';
import type { Principal } from '../auth/permissions.ts';

/** Per person or API key; each console tab holds one. */
export const CONNECTIONS_PER_PERSON = 50;

export type Connections = {
  /** @throws ContractError TOO_MANY_REQUESTS */
  requireFree(principal: Principal): void;
  /** @returns call it when the connection closes */
  opened(principal: Principal): () => void;
};

const describeHolder = ({ keyId, user }: Principal): string =>
  keyId === undefined ? `user ${user.id}` : `key ${keyId}`;

export function createConnections(most = CONNECTIONS_PER_PERSON): Connections {
  const held = new Map<string, number>();
  const change = (who: string, by: number) => {
    const count = (held.get(who) ?? 0) + by;
    if (count > 0) held.set(who, count);
    else held.delete(who);
  };
  return {
    requireFree(principal) {
      if ((held.get(describeHolder(principal)) ?? 0) < most) return;
      const who = principal.keyId === undefined ? 'You have' : 'This API key has';
      throw new ContractError(
        'TOO_MANY_REQUESTS',
        `${who} ${most} live connections, which is the limit. Close a tab or another client, and try again`,
      );
    },
    opened(principal) {
      const who = describeHolder(principal);
      let isOpen = true;
      change(who, 1);
      return () => {
        if (isOpen) change(who, -1);
        isOpen = false;
      };
    },
  };
}

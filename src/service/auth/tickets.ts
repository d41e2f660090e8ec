import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Principal } from './permissions.ts';

export const TICKET_SECONDS = 30;
const MAX_TICKETS = 10_000;

/** Single-use tickets for WebSockets, whose requests carry no header. */
export type Tickets = { issue(principal: Principal): string; redeem(ticket: string): Principal | undefined };

export function createTickets(clock: Clock): Tickets {
  const issued = new Map<string, { principal: Principal; expiresAt: number }>();
  const forgetExpired = () => {
    const now = clock();
    for (const [ticket, { expiresAt }] of issued) {
      if (expiresAt > now && issued.size <= MAX_TICKETS) break;
      issued.delete(ticket);
    }
  };
  return {
    issue(principal) {
      forgetExpired();
      const ticket = randomBytes(24).toString('base64url');
      issued.set(ticket, { principal, expiresAt: clock() + TICKET_SECONDS * 1000 });
      return ticket;
    },
    redeem(ticket) {
      const entry = issued.get(ticket);
      issued.delete(ticket);
      return entry && entry.expiresAt > clock() ? entry.principal : undefined;
    },
  };
}

import { createHash } from 'node:crypto';
import type { CallId } from '../../contract/calls/index.ts';
import { ContractError } from '../../contract/errors.ts';
import type { Repositories } from '../store/index.ts';
import { invalid } from './input.ts';

const IDEMPOTENCY_KEPT_MS = 24 * 3600 * 1000;
const KEY_MAX_LENGTH = 255;

export type Reply = { etag?: number; body: unknown };
type IdempotentRequest = {
  userId: string;
  callId: CallId;
  key: string;
  requestText: string;
  now: number;
};

export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (header.length === 0 || header.length > KEY_MAX_LENGTH) {
    const message = `must have 1 to ${KEY_MAX_LENGTH} characters`;
    throw invalid([{ field: 'Idempotency-Key', rule: 'length', message }]);
  }
  return header;
}

/**
 * Runs work once per key; repeats within 24 h get the first reply.
 * @throws ContractError IDEMPOTENCY_MISMATCH for another request with the same key
 */
export async function runOnce(
  tx: Repositories,
  request: IdempotentRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { userId, callId, key, now } = request;
  const requestHash = createHash('sha256').update(request.requestText).digest('hex');
  await tx.idempotency.sweep(now - IDEMPOTENCY_KEPT_MS);
  const known = await tx.idempotency.find(userId, callId, key);
  if (known) {
    if (known.request_hash === requestHash) return JSON.parse(known.body);
    throw new ContractError(
      'IDEMPOTENCY_MISMATCH',
      'This Idempotency-Key was already used with another request; send a new key',
    );
  }
  const reply = await work();
  await tx.idempotency.insert({
    user_id: userId,
    call_id: callId,
    key,
    request_hash: requestHash,
    status: 200,
    body: JSON.stringify(reply),
    created_at: now,
  });
  return reply;
}

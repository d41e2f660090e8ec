import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import type { Sealer } from '../store/sealing.ts';
import { createSelfSigned, type OwnCertificate } from './self-signed.ts';

const ID = 'saml';

/** Signs messages to a SAML provider; created once and stored sealed. */
export function createOwnKey(store: Store, sealer: Sealer, clock: Clock): () => Promise<OwnCertificate> {
  let known: OwnCertificate | undefined;
  const read = async (): Promise<OwnCertificate | undefined> => {
    const row = await store.ownKeys.find(ID);
    return row && (sealer.open(JSON.parse(row.sealed)).own as OwnCertificate);
  };
  return async () => {
    known ??= await read();
    if (known) return known;
    const now = clock();
    const own = createSelfSigned('Penstock', now);
    await store.ownKeys.insert({
      id: ID,
      sealed: JSON.stringify(sealer.seal({ own }, ['own'])),
      created_at: now,
    });
    // Another process may have been first.
    known = (await read()) ?? own;
    return known;
  };
}

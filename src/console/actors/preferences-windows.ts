const CHANNEL = 'penstock.preferences';

/**
 * Keeps the windows of one person alike. Tells those of this browser that something was stored, and reads
 * again when one of them tells, or when this window comes to the front after another browser may have.
 * @returns the way to tell the others.
 */
export function followOtherWindows(read: () => void): () => void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') read();
  });
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = read;
  return () => channel.postMessage('stored');
}

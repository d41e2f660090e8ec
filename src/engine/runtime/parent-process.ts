/** Sends a notice to the parent; ignored once that has exited. */
export function sendToParent(notice: object): void {
  if (process.connected) process.send?.(notice, undefined, undefined, () => {});
}

export function followParent(onDisconnect: () => void = () => process.exit(0)): void {
  process.on('disconnect', onDisconnect);
  // Ctrl+C and service managers signal the whole group; the parent decides.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
}

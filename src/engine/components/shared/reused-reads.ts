import { Socket, type SocketConstructorOpts } from 'node:net';

/**
 * Takes a server's connection over so that what comes in is read into `memory`, again and again: Node gives
 * each read of an accepted connection 64 KiB of fresh memory, and clearing that away costs more than reading.
 * The server must have `pauseOnConnect`. Use the answered socket in place of the given one. `take` gets a
 * view of `memory`, valid during the call.
 */
export function readInto(accepted: Socket, memory: Buffer, take: (bytes: Buffer) => void): Socket {
  const handle = '_handle' in accepted ? accepted._handle : null;
  if (!handle) return readFresh(accepted, take);
  const options: SocketConstructorOpts = {
    onread: {
      buffer: memory,
      callback: (count) => {
        take(memory.subarray(0, count));
        return true;
      },
    },
  };
  Object.assign(accepted, { _handle: null });
  const reader = new Socket(Object.assign(options, { handle }));
  // The server counts the connection until the socket it made is closed.
  reader.once('close', () => accepted.destroy());
  return reader.resume();
}

function readFresh(accepted: Socket, take: (bytes: Buffer) => void): Socket {
  return accepted.on('data', take).resume();
}

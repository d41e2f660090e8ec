import { Socket, type SocketConstructorOpts } from 'node:net';

/**
 * Reads a connection into the same memory each time; use the returned socket. Node would allocate 64 KiB per
 * read, and garbage collection costs more than reading. The server needs `pauseOnConnect`. `take` gets a view
 * that is valid only during the call.
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
  // The server counts the connection until its own socket is closed.
  reader.once('close', () => accepted.destroy());
  return reader.resume();
}

function readFresh(accepted: Socket, take: (bytes: Buffer) => void): Socket {
  return accepted.on('data', take).resume();
}

import type { Socket as UdpSocket } from 'node:dgram';
import type { Server } from 'node:net';
import { getErrorMessage } from '../../../contract/values.ts';
import { ComponentError, type ComponentProblem } from '../types.ts';
import { getErrorCode } from './system-errors.ts';

type Endpoint = { protocol: 'TCP' | 'UDP'; address: string; port: number };

function listenProblem({ protocol, address, port }: Endpoint, error: unknown): ComponentProblem {
  const where = `${protocol} port ${port} on ${address}`;
  switch (getErrorCode(error)) {
    case 'EADDRINUSE':
      return {
        errorName: 'PortInUse',
        message: `${where} is already in use`,
        causes: ['Another program on this machine listens there', 'Another source has the same port'],
        resolutions: [
          'Choose another port',
          `Stop the program that holds it (ss -lp 'sport = :${port}' names it)`,
        ],
      };
    case 'EACCES':
      return {
        errorName: 'PortNotAllowed',
        message: `The service is not allowed to listen on ${where}`,
        causes: ['Ports below 1024 need special rights on most systems'],
        resolutions: ['Choose a port from 1024 to 65535', 'Give the service the right to use low ports'],
      };
    case 'EADDRNOTAVAIL':
      return {
        errorName: 'AddressNotOfThisMachine',
        message: `${address} is not an address of this machine`,
        causes: ['The address was mistyped', 'The network interface is down'],
        resolutions: ['Use 127.0.0.1 for this machine only, or 0.0.0.0 for every interface'],
      };
    default:
      return {
        errorName: 'CannotListen',
        message: `Cannot listen on ${where}: ${getErrorMessage(error)}`,
        causes: ['The operating system refused it'],
        resolutions: ['Check address and port of the source'],
      };
  }
}

/** Resolves once listening. @throws ComponentError */
export async function listen(server: Server, port: number, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, host: address, backlog: 1024 }, resolve);
  try {
    await promise;
  } catch (error) {
    throw new ComponentError(listenProblem({ protocol: 'TCP', address, port }, error), { cause: error });
  } finally {
    server.off('error', reject);
  }
}

/** `listen` for UDP. */
export async function bindUdp(socket: UdpSocket, port: number, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('error', reject);
  socket.bind({ port, address, exclusive: true }, resolve);
  try {
    await promise;
  } catch (error) {
    socket.close();
    throw new ComponentError(listenProblem({ protocol: 'UDP', address, port }, error), { cause: error });
  } finally {
    socket.off('error', reject);
  }
}

export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

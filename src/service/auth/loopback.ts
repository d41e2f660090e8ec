const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const isLoopbackHost = (host: string): boolean => LOOPBACK.includes(host);

/** Plain http is allowed to this machine only. */
export const isLoopbackUrl = (url: URL): boolean => url.protocol === 'http:' && isLoopbackHost(url.hostname);

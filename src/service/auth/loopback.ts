const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export const isLoopbackHost = (host: string): boolean => LOOPBACK.includes(host);

/** Over http only to this machine, for trials. */
export const isLoopbackUrl = (url: URL): boolean => url.protocol === 'http:' && isLoopbackHost(url.hostname);

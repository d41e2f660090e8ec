export const SERVICES = ['checkout', 'catalog', 'payments', 'search', 'accounts'];
export const PATHS = [
  '/api/orders',
  '/api/products',
  '/api/cart',
  '/api/search',
  '/api/users',
  '/api/payments',
];
export const ASSETS = [
  '/static/app.js',
  '/static/site.css',
  '/images/logo.png',
  '/favicon.ico',
  '/images/hero.jpg',
];
export const METHODS = ['GET', 'GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE'];
export const STATUSES = [200, 200, 200, 200, 200, 201, 204, 304, 301, 400, 404, 500, 503];
export const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.14.1',
];
export const CAUSES = [
  'timeout calling payments',
  'connection reset by peer',
  'slow query on orders',
  'cache miss storm',
];
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
export const two = (value: number): string => String(value).padStart(2, '0');

/** Caches the last result, because times repeat within a batch. */
export function cached(format: (now: number) => string): (now: number) => string {
  let at = Number.NaN;
  let text = '';
  return (now) => {
    if (now !== at) {
      at = now;
      text = format(now);
    }
    return text;
  };
}

export const isoTime = () => cached((now) => new Date(now).toISOString());

/** `Oct  1 22:14:15`, in UTC. */
export const bsdTime = () =>
  cached((now) => {
    const date = new Date(now);
    const day = String(date.getUTCDate()).padStart(2, ' ');
    return `${MONTHS[date.getUTCMonth()]} ${day} ${date.toISOString().slice(11, 19)}`;
  });

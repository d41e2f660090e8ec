import type { StartingPoint } from '../../contract/entities/starting-point.ts';

/** [Combined log format](https://httpd.apache.org/docs/current/logs.html#combined). */
export const webAccess: StartingPoint = {
  id: 'web-access',
  title: 'Web access logs',
  summary:
    'Reads lines in the combined format of Apache and nginx, drops health checks and successful static files, and removes unused fields.',
  sourceKinds: ['file_tail', 'tcp', 'http_server'],
  transforms: [
    {
      name: 'Read access line',
      description: 'Client, time, request, status, bytes, referrer and agent as fields.',
      templateId: 'parse_grok',
      config: { pattern: '%{COMBINEDAPACHELOG}' },
    },
    {
      name: 'Drop health checks',
      description: 'Probes of load balancers and clusters.',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: {
          match: 'any',
          rules: [
            { field: 'request', operator: 'in', value: ['/healthz', '/readyz', '/livez', '/ping'] },
            { field: 'agent', operator: 'contains', value: 'kube-probe' },
            { field: 'agent', operator: 'contains', value: 'HealthChecker' },
          ],
        },
      },
    },
    {
      name: 'Drop served static files',
      description: 'Images, styles and scripts that were answered with 200 or 304; errors stay.',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: {
          match: 'all',
          rules: [
            {
              field: 'request',
              operator: 'matches',
              value: '\\.(?:css|js|png|jpe?g|gif|svg|ico|woff2?)(?:\\?|$)',
            },
            { field: 'response', operator: 'in', value: ['200', '304'] },
          ],
        },
      },
    },
    {
      name: 'Remove unused fields',
      description: 'The two that are nearly always a dash, and the protocol version.',
      templateId: 'remove_fields',
      config: { fields: ['ident', 'auth', 'httpversion'] },
    },
  ],
  sample: [
    '198.51.100.23 - - [21/Nov/2026:10:14:01 +0000] "GET / HTTP/1.1" 200 5316 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"',
    '198.51.100.23 - - [21/Nov/2026:10:14:01 +0000] "GET /static/site.css HTTP/1.1" 200 18233 "https://shop.example/" "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"',
    '198.51.100.23 - - [21/Nov/2026:10:14:02 +0000] "GET /static/app.js?v=4182 HTTP/1.1" 304 0 "https://shop.example/" "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"',
    '10.0.3.7 - - [21/Nov/2026:10:14:02 +0000] "GET /healthz HTTP/1.1" 200 2 "-" "kube-probe/1.33"',
    '203.0.113.88 - alice [21/Nov/2026:10:14:03 +0000] "POST /api/cart HTTP/1.1" 201 187 "https://shop.example/p/1182" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"',
    '203.0.113.88 - alice [21/Nov/2026:10:14:04 +0000] "GET /api/cart HTTP/1.1" 200 644 "https://shop.example/cart" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15"',
    '192.0.2.140 - - [21/Nov/2026:10:14:05 +0000] "GET /images/hero.jpg HTTP/1.1" 200 284112 "https://shop.example/" "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36"',
    '192.0.2.140 - - [21/Nov/2026:10:14:05 +0000] "GET /images/logo-old.png HTTP/1.1" 404 153 "https://shop.example/" "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36"',
    '10.0.1.12 - - [21/Nov/2026:10:14:06 +0000] "GET /ping HTTP/1.1" 200 4 "-" "ELB-HealthChecker/2.0"',
    '203.0.113.9 - - [21/Nov/2026:10:14:07 +0000] "GET /wp-login.php HTTP/1.1" 404 153 "-" "python-requests/2.32.4"',
    '203.0.113.9 - - [21/Nov/2026:10:14:07 +0000] "GET /.env HTTP/1.1" 404 153 "-" "python-requests/2.32.4"',
    '198.51.100.77 - - [21/Nov/2026:10:14:08 +0000] "GET /search?q=lamp&page=2 HTTP/2.0" 200 23110 "https://shop.example/search?q=lamp" "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"',
    '198.51.100.77 - - [21/Nov/2026:10:14:09 +0000] "GET /favicon.ico HTTP/2.0" 200 4286 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"',
    '10.0.3.7 - - [21/Nov/2026:10:14:12 +0000] "GET /readyz HTTP/1.1" 200 2 "-" "kube-probe/1.33"',
    '203.0.113.41 - - [21/Nov/2026:10:14:13 +0000] "POST /api/orders HTTP/1.1" 503 221 "https://shop.example/checkout" "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"',
    '203.0.113.41 - - [21/Nov/2026:10:14:15 +0000] "POST /api/orders HTTP/1.1" 201 412 "https://shop.example/checkout" "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"',
    '192.0.2.61 - - [21/Nov/2026:10:14:16 +0000] "GET /p/1182 HTTP/1.1" 200 9120 "-" "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"',
    '192.0.2.61 - - [21/Nov/2026:10:14:17 +0000] "GET /fonts/geist.woff2 HTTP/1.1" 304 0 "https://shop.example/" "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"',
    '198.51.100.23 - - [21/Nov/2026:10:14:18 +0000] "GET /p/9999 HTTP/1.1" 500 1042 "https://shop.example/" "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"',
    '203.0.113.200 - - [21/Nov/2026:10:14:19 +0000] "HEAD / HTTP/1.0" 200 0 "-" "curl/8.14.1"',
  ],
};

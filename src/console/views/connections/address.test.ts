import { expect, test } from 'vitest';
import { listSourceAddresses } from './address.ts';

const of = (templateId: string, config: Record<string, unknown>) =>
  listSourceAddresses({ templateId, config }, 'logs.example.org');

test('a listening source has an address for its protocol', () => {
  expect(of('http_server', { address: '127.0.0.1', port: 8080, path: '/in' })).toEqual([
    'http://127.0.0.1:8080/in',
  ]);
  expect(of('http_server', { address: '::1', port: 8443, path: '/', tls: true })).toEqual([
    'https://[::1]:8443/',
  ]);
  expect(of('syslog', { address: '0.0.0.0', port: 514 })).toEqual(['logs.example.org:514']);
});

test('a source that fetches by itself has none', () => {
  expect(of('file_tail', { path: '/var/log/*.log' })).toEqual([]);
  expect(listSourceAddresses({ templateId: 'tcp' }, 'x')).toEqual([]);
});

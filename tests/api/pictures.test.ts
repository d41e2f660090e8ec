import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createPictures, findImageType, readPictureAddress } from '../../src/service/auth/pictures.ts';
import { Browser } from './support/sign-in.ts';
import { signInOfFile } from './support/sign-in-world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

it('pictures: addresses of https, or of the provider itself [R3-68]', () => {
  const read = (claim: unknown) => readPictureAddress(claim, 'http://idp.example:8080/realm');
  expect(read('https://cdn.example/ada.png')).toBe('https://cdn.example/ada.png');
  expect(read('http://idp.example:8080/ada.png')).toBe('http://idp.example:8080/ada.png');
  const refused = [
    'http://other.example/a',
    'file:///etc/passwd',
    'https://u:p@x.example/',
    'x',
    7,
    undefined,
  ];
  expect(refused.map(read)).toEqual(refused.map(() => ''));
});

it('pictures: the bytes decide the type; SVG is none [R3-68]', () => {
  expect(findImageType(PNG)).toBe('image/png');
  expect(findImageType(Buffer.from([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
  expect(findImageType(Buffer.from('RIFF0000WEBPVP8 '))).toBe('image/webp');
  expect(findImageType(SVG)).toBeUndefined();
  expect(findImageType(Buffer.alloc(0))).toBeUndefined();
});

describe('the picture of a user', () => {
  const file = signInOfFile();
  let answer: { status: number; body: Buffer; headers?: Record<string, string> } = { status: 200, body: PNG };
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(answer.status, { 'content-type': 'text/html', ...answer.headers }).end(answer.body);
  });
  const listen = () =>
    new Promise<number>((done) =>
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)),
    );
  afterEach(() => void server.close());

  test('is fetched once by the service, and comes from our origin [R2.1-97, R3-68]', async () => {
    asked = 0;
    const port = await listen();
    await file.on();
    // As if the provider had served it itself.
    file.provider.misbehaviour.claims = { picture: `${file.provider.issuer}/ada.png` };
    const browser = new Browser(file.api);
    await file.signIn(browser);
    const { user } = (await browser.call('getSession')).body;
    expect(user.picture).toMatch(new RegExp(`^/v1/auth/user/${user.id}/picture\\?v=[0-9a-f]{12}$`));
    const row = await file.api.store.users.find(user.id);
    await file.api.store.users.update({ ...row!, picture: `http://127.0.0.1:${port}/ada.png` });
    const shown = (await browser.call('getSession')).body.user.picture;
    expect(shown).not.toBe(user.picture);
    const [first, second] = [await browser.request(shown), await browser.request(shown)];
    expect([first.status, second.status, asked]).toEqual([200, 200, 1]);
    expect(first.headers.get('content-type')).toBe('image/png');
    expect(first.headers.get('cache-control')).toContain('private');
    expect(first.headers.get('content-security-policy')).toContain("img-src 'self'");
    const strange = await new Browser(file.api).request(shown);
    expect(strange.status).toBe(401);
  });

  test('stays when the provider fails after a day [R3-68]', async () => {
    let now = 0;
    asked = 0;
    answer = { status: 200, body: PNG };
    const address = `http://127.0.0.1:${await listen()}/ada.png`;
    const pictures = createPictures({ clock: () => now, log: pino({ level: 'silent' }) });
    const [one, other] = await Promise.all([pictures.find(address), pictures.find(address)]);
    expect([one?.type, other?.type, asked]).toEqual(['image/png', 'image/png', 1]);
    now = 86_400_001;
    answer = { status: 500, body: SVG };
    expect((await pictures.find(address))?.type).toBe('image/png');
    expect((await pictures.find(address))?.type).toBe('image/png');
    expect(asked).toBe(2);
  });

  test.each([
    ['a metadata address', 'http://169.254.169.254/latest/meta-data', { status: 200, body: PNG }],
    ['a redirect', undefined, { status: 302, body: PNG, headers: { location: 'http://169.254.169.254/' } }],
    ['a script in SVG', undefined, { status: 200, body: SVG }],
    ['more than a megabyte', undefined, { status: 200, body: Buffer.concat([PNG, Buffer.alloc(1_100_000)]) }],
  ])('%s is not found, and asked for once [R3-68]', async (_what, address, given) => {
    asked = 0;
    answer = given;
    const port = await listen();
    await file.on();
    const browser = new Browser(file.api);
    await file.signIn(browser);
    const { user } = (await browser.call('getSession')).body;
    expect(user.picture).toBe('');
    const row = await file.api.store.users.find(user.id);
    await file.api.store.users.update({ ...row!, picture: address ?? `http://127.0.0.1:${port}/ada.png` });
    const path = (await browser.call('getSession')).body.user.picture;
    expect([(await browser.request(path)).status, (await browser.request(path)).status]).toEqual([404, 404]);
    expect(asked).toBe(address ? 0 : 1);
  });
});

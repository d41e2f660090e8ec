import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { violations } from '../e2e/support/axe.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { rowOf } from '../e2e/support/screen.ts';
import { exampleSite, openScreen, SCREENS, type Screen } from '../e2e/support/screens.ts';
import { expect, test } from '../e2e/support/test.ts';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';
import { freePort } from '../harness/product.ts';
import { explain } from './explained.ts';
import { type Finding, runHtmlValidate, runIbm, runLighthouse } from './tools.ts';

const OUTPUT = resolve(import.meta.dirname, '../../.build/judge');
const LOOKS = (['dark', 'light'] as const).flatMap((theme) =>
  (
    [
      { width: 1440, height: 900 },
      { width: 1024, height: 700 },
    ] as const
  ).map((size) => ({ theme, size })),
);

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1, exact: true });
const list = (name: string, path: string): Screen => ({
  name: `list of ${name.toLowerCase()}`,
  path: () => path,
  ready: heading(name),
  title: new RegExp(name),
});

/** Those of the browser tests, and the plain lists. */
const EVERY_SCREEN: readonly Screen[] = [
  ...SCREENS,
  list('Sources', '/sources'),
  list('Destinations', '/destinations'),
  { ...list('Monitoring', '/monitoring/analytics'), name: 'monitoring' },
  { ...list('Monitoring', '/monitoring/pipelineErrors'), name: 'errors' },
  list('Dead letters', '/deadLetters'),
  list('Sites', '/settings/sites'),
  list('Files', '/settings/files'),
  list('Notifications', '/events/notifications'),
  list('Audit', '/settings/audit'),
  list('API Keys', '/settings/apiKeys'),
  list('SSO', '/settings/sso'),
  list('Features', '/settings/features'),
  list('Roles', '/settings/accessManagement/roles'),
  list('Users', '/settings/accessManagement/users'),
];

const running = productOfFile();

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    localStorage.setItem('penstock.theme', name);
    document.documentElement.dataset.theme = name;
  }, theme);
}

const readAxe = async (page: Page): Promise<Finding[]> =>
  (await violations(page)).map((line) => {
    const [rule = '', ...where] = line.split(': ');
    return { tool: 'axe', rule, where: where.join(': '), message: rule };
  });

test('axe, IBM, html-validate and Lighthouse find nothing unexplained on any screen', async ({ page }) => {
  mkdirSync(OUTPUT, { recursive: true });
  const example = await exampleSite(running);
  await page.goto(running.product.url);
  await expect(rowOf(page, 'Pipelines by input', 'Web logs')).toBeVisible();
  const found: (Finding & { screen: string })[] = [];
  for (const screen of EVERY_SCREEN)
    await test.step(screen.name, async () => {
      await openScreen(page, running.product.url, screen, example);
      // Checkers take what is folded away for fields without labels.
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      const findings = [...(await readAxe(page)), ...(await runIbm(page)), ...(await runHtmlValidate(page))];
      found.push(...findings.map((finding) => ({ screen: screen.name, ...finding })));
      for (const { theme, size } of LOOKS) {
        await page.setViewportSize(size);
        await setTheme(page, theme);
        const file = `${screen.name.replaceAll(' ', '-')}-${theme}-${size.width}.png`;
        await page.screenshot({ path: join(OUTPUT, file), animations: 'disabled' });
      }
      await page.setViewportSize(LOOKS[0]!.size);
      await setTheme(page, 'dark');
    });

  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: getChromiumPath(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  for (const path of new Set(EVERY_SCREEN.map((screen) => screen.path(example)))) {
    const findings = await runLighthouse(`${running.product.url}${path}`, port);
    found.push(...findings.map((finding) => ({ screen: path, ...finding })));
  }
  await browser.close();

  const judged = found.map((finding) => ({ ...finding, explained: explain(finding) }));
  writeFileSync(join(OUTPUT, 'findings.json'), JSON.stringify(judged, undefined, 2));
  const counts = new Map<string, number>();
  for (const { tool, rule, explained } of judged) {
    const line = `${explained === undefined ? 'NOT EXPLAINED' : 'explained'}  ${tool} ${rule}${explained ? `: ${explained}` : ''}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  for (const [line, count] of counts) console.log(`${String(count).padStart(5)}  ${line}`);
  expect(judged.filter(({ explained }) => explained === undefined)).toEqual([]);
});

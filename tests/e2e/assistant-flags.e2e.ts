// Slow: what is turned off is looked for on every page that could show it.
import { buildPipeline } from '../harness/pipelines.ts';
import { nodeOf } from './support/graph.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { openPalette, paletteOf, rowsOf } from './support/palette.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const OFF = [
  'chatAssistantSource',
  'chatAssistantTransform',
  'formAssistantSource',
  'formAssistantTransform',
  'aiRecommendations',
  'onboardingTour',
];
const running = productOfFile({ env: { PENSTOCK_FLAGS: OFF.map((flag) => `-${flag}`).join(',') } });
banMouseInFile();

test('turned off: no assistant, tour and recommendations, not even open ones [R6-17, R6-23, R6-24]', async ({
  page,
}) => {
  // As a tab has it that was reloaded after they were turned off.
  await page.addInitScript(() => {
    sessionStorage.setItem('penstock.assistant.open', '1');
    sessionStorage.setItem('penstock.tour.step', '0');
  });
  const isAnswered = page.waitForResponse('**/v1/auth/orgs/features');
  await page.goto(`${running.product.url}/dashboard`);
  await isAnswered;
  await expect(page.getByRole('heading', { name: 'Nothing flows yet' })).toBeVisible();
  const absent = [
    page.getByRole('region', { name: 'Tour' }),
    page.getByRole('complementary', { name: 'Assistant' }),
    page.getByRole('button', { name: 'Take the tour' }),
    page.getByRole('button', { name: 'Assistant' }),
  ];
  for (const one of absent) await expect(one).toHaveCount(0);

  await page.keyboard.press('Control+i');
  await expect(page.getByText('The assistant is turned off on this service').first()).toBeVisible();
  for (const one of absent) await expect(one).toHaveCount(0);
  for (const [typed, reason] of [
    ['Take the tour', 'The tour is turned off on this service'],
    ['Open conversation', 'Open the assistant first'],
    ['Suggest from captured events', 'Suggestions in these forms are turned off on this service'],
    ['recommendation', 'Recommendations are turned off on this service'],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await expect(rowsOf(page).first()).toBeVisible();
    await expect(paletteOf(page).getByText(reason).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(paletteOf(page)).toBeHidden();
  }
  const refused: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/analytics/recommendations')) refused.push(request.url());
  });
  for (const path of ['/monitoring/recommendations', '/settings/features/assistant']) {
    await page.goto(`${running.product.url}${path}`);
    await expect(page.getByRole('heading', { name: 'Page not found!' })).toBeVisible();
  }
  expect(refused).toEqual([]);
});

test('turned off: no suggestions in forms of sources and transforms [R6-17, R6-25]', async ({ page }) => {
  const built = await buildPipeline(running.api, running.siteId, {
    name: 'Plain',
    source: { name: 'In', templateId: 'http_server', config: { port: 9 } },
    transforms: [
      { name: 'Parse', templateId: 'parse_json', config: {} },
      { name: 'Less', templateId: 'sample', config: { mode: 'one_in', rate: 2 } },
    ],
    sinks: [{ name: 'Nowhere', templateId: 'blackhole', config: {} }],
  });
  const button = page.getByRole('button', { name: 'Suggest from captured events' });
  await page.goto(`${running.product.url}/sources/${built.sourceId}`);
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeVisible();
  await expect(button).toHaveCount(0);
  for (const name of ['Parse', 'Less']) {
    await page.goto(`${running.product.url}/pipelines/${built.pipelineId}?mode=edit`);
    await nodeOf(page, name).press('Enter');
    await expect(
      page.getByRole('region', { name: 'Configuration' }).getByRole('textbox', { name: 'Name' }),
    ).toBeVisible();
    await expect(button).toHaveCount(0);
    await page.keyboard.press('Alt+s');
    await expect(page.getByRole('region', { name: 'Suggestions' })).toHaveCount(0);
  }
});

import { banMouseInFile, chooseOption, tabTo, typeInto } from '../e2e/support/keyboard.ts';
import { productOfFile } from '../e2e/support/product.ts';
import { toast } from '../e2e/support/screen.ts';
import { expect, test } from '../e2e/support/test.ts';

const SERVICE = 'service: {pipelines: {logs: {receivers: [otlp], exporters: [debug]}}}';
const CONTENT = `receivers: {otlp: }\nexporters: {debug: }\n${SERVICE}`;

const running = productOfFile();
banMouseInFile();

test('components of a configuration by keys: added, set, refused, saved [R2.1-49]', async ({ page }) => {
  const { api, product, siteId } = running;
  const opened = Promise.withResolvers<void>();
  await page.route('**/v1/configuration/components', async (route) => {
    await opened.promise;
    await route.continue();
  });
  await page.goto(`${product.url}/fleetManager/configurations/create`);
  const form = page.getByRole('form', { name: 'New configuration' });
  const content = form.getByRole('textbox', { name: 'Content' });
  const component = form.getByRole('combobox', { name: 'Component' });
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), 'Gateway');

  // A choice that is open before its options have come stays open.
  await tabTo(page, component);
  await page.keyboard.press('Enter');
  await expect(component).toHaveAttribute('aria-expanded', 'true');
  opened.resolve();
  await expect(page.getByRole('option', { name: 'Add filelog to receivers' })).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseOption(page, 'Component', 'Add filelog to receivers');
  await expect(component).toContainText('Add filelog to receivers');
  await form.getByRole('button', { name: 'Add to the content' }).focus();
  await page.keyboard.press('Enter');
  const files = form.getByRole('textbox', { name: /^Files/ }).first();
  await expect(form).toContainText('Files is required');
  await typeInto(page, files, '/var/log/app.log');
  // A list takes an entry with the key that saves, so that nothing typed is lost.
  await page.keyboard.press('Control+s');
  await expect(form.getByRole('alert')).toContainText('are not in the content yet');
  await form.getByRole('button', { name: 'Add to the content' }).focus();
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(/\n {2}filelog:\n {4}include: \[\/var\/log\/app.log\]\n/);
  await expect(component).toContainText(/^filelog in receivers, line \d+$/);
  await expect(component).toBeFocused();

  await chooseOption(page, 'Component', 'batch in processors');
  await expect(component).toContainText('batch in processors');
  const wait = form.getByRole('textbox', { name: /^Wait at most/ });
  await typeInto(page, wait, '5');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('must be a duration, such as 200ms or 5s');
  await typeInto(page, wait, '5s');
  await page.keyboard.press('Enter');
  await expect(content).toHaveValue(/\n {2}batch:\n {4}timeout: 5s\n/);

  await page.keyboard.press('Control+s');
  await expect(toast(page, 'The configuration was created')).toBeVisible();
  const { configurations } = await api.call('listConfigurations', { query: { siteIds: [siteId] } });
  const path = { configurationId: configurations[0]?.id ?? '' };
  const { configuration } = await api.call('getConfiguration', { path, query: {} });
  expect(configuration.content).toContain('timeout: 5s');

  const edited = page.getByRole('form', { name: 'Edit Gateway' });
  await edited.getByRole('textbox', { name: 'Content' }).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('    traces:\n      receivers: [nope]\n      exporters: [debug]\n');
  await expect(edited.getByRole('list', { name: 'Problems' })).toContainText(
    /Line \d+ ?service.pipelines.traces.receivers.0: 'nope' is not defined under receivers/,
  );
});

test('a problem of a configuration names line and path, and leads there [R2.1-49]', async ({ page }) => {
  const { product } = running;
  await page.goto(`${product.url}/fleetManager/configurations/create`);
  const form = page.getByRole('form', { name: 'New configuration' });
  const content = form.getByRole('textbox', { name: 'Content' });
  const service = SERVICE.replace('debug', 'kafka');
  await typeInto(page, content, CONTENT.replace(SERVICE, service));
  const problem = form.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  await expect(problem).toContainText("'kafka' is not defined under exporters");
  await expect(problem).toContainText('service.pipelines.logs.exporters.0');
  await problem.getByRole('button', { name: 'Line 3' }).focus();
  await page.keyboard.press('Enter');
  await expect(content).toBeFocused();
  const selected = await content.evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  expect(selected).toBe(service);
});

test('a configuration that someone else changed is opened as it is now, and compared [R2.1-48]', async ({
  page,
}) => {
  const { api, product, siteId } = running;
  const { id } = await api.call('createConfiguration', {
    body: { configuration: { siteId, name: 'Shared', content: CONTENT } },
  });
  await page.goto(`${product.url}/fleetManager/configurations/${id}`);
  const form = page.getByRole('form', { name: 'Edit Shared' });
  const content = form.getByRole('textbox', { name: 'Content' });
  await expect(content).toHaveValue(CONTENT);
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { name: 'Fleets' })).toBeVisible();
  const changed = CONTENT.replace('debug: }', 'debug: {verbosity: detailed}}');
  await api.call('updateConfiguration', { ifMatch: '*', body: { configuration: { id, content: changed } } });
  await page.goBack();
  await expect(content).toHaveValue(changed);

  await chooseOption(page, 'Compare with', 'Version 2');
  await expect(form).toContainText('The same as the content above.');
  await chooseOption(page, 'Compare with', 'Version 1');
  await expect(form.getByRole('region', { name: 'Difference to version 1' })).toContainText(
    'debug: {verbosity: detailed}}',
  );
});

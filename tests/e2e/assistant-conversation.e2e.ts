import type { Page, WebSocketRoute } from '@playwright/test';
import type { ChatAnswer, ChatRequest } from '../../src/contract/assistant.ts';
import { violations } from './support/axe.ts';
import { banMouseInFile } from './support/keyboard.ts';
import { productOfFile } from './support/product.ts';
import { expect, test } from './support/test.ts';

const running = productOfFile();
banMouseInFile();

/** The service's end of the channel, answered by hand. */
async function routeChat(page: Page) {
  const sent: ChatRequest[] = [];
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/v1\/ws\/chat/, (route) => {
    socket = route;
    route.onMessage((data) => void sent.push(JSON.parse(String(data))));
  });
  const say = (responseChunk: string, more: Partial<ChatAnswer> = {}) =>
    socket?.send(JSON.stringify({ responseChunk, functionType: 'ORION', metadata: {}, ...more }));
  return {
    sent,
    say,
    end: () => say('', { functionType: 'MESSAGE_STREAM_ENDED' }),
    last: () => sent.at(-1),
    drop: () => socket?.close(),
  };
}

test('assistant: each transition of the conversation by keys, answered by hand [E7, R2.7-13, R2.7-19]', async ({
  page,
}) => {
  const chat = await routeChat(page);
  await page.goto(`${running.product.url}/pipelines`);
  await page.keyboard.press('Control+i');
  const panel = page.getByRole('complementary', { name: 'Assistant' });
  const field = page.getByRole('textbox', { name: 'Message to the assistant' });
  const list = panel.getByRole('list', { name: 'Conversation' });
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  await expect(field).toBeFocused();
  await expect(panel.getByText('Get started by asking me a question')).toBeVisible();

  await test.step('any: options are prompts', async () => {
    await expect.poll(() => chat.last()?.functionType).toBe('CHAT_OPTIONS');
    chat.say('', { functionType: 'CHAT_OPTIONS', metadata: { options: ['What is failing?'] } });
    await expect(button('What is failing?')).toBeVisible();
  });
  await test.step('empty: nothing is not sent, and Shift+Enter breaks the line', async () => {
    const before = chat.sent.length;
    await page.keyboard.press('Enter');
    await page.keyboard.type('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await expect(field).toHaveValue('one\ntwo');
    expect(chat.sent.length).toBe(before);
  });
  await test.step('empty to waitingReply, streaming and idle, unrated', async () => {
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.last()).toMatchObject({ functionType: 'ORION', message: 'one\ntwo' });
    await expect(button('Stop')).toBeVisible();
    await expect(button('Good reply')).toHaveCount(0);
    chat.say('Nothing ');
    await expect(list.getByText('Nothing')).toBeVisible();
    await expect(button('Stop')).toBeVisible();
    chat.say('is wrong.');
    chat.end();
    await expect(list.getByText('Nothing is wrong.')).toBeVisible();
    await expect(button('Send')).toBeVisible();
    await expect(button('Good reply')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
  await test.step('unrated to the modal and back, then rated', async () => {
    await button('Bad reply').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Provide Additional Feedback' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await button('Bad reply').press('Enter');
    await dialog.getByRole('checkbox', { name: 'Incorrect response' }).press('Space');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByText('Thanks for your feedback')).toBeVisible();
    expect(chat.last()).toMatchObject({ functionType: 'RESPONSE_FEEDBACK', message: 'Incorrect response' });
  });
  await test.step('a new message takes the rating away; waitingReply is stopped', async () => {
    await field.focus();
    await page.keyboard.type('again');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Thanks for your feedback')).toBeHidden();
    await expect(button('Stop')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.last()?.functionType).toBe('ABORT_CHAT');
    await expect(button('Send')).toBeVisible();
  });
  await test.step('streaming is stopped: what came stays, and a good rating is sent', async () => {
    await page.keyboard.type('and again');
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.last()?.message).toBe('and again');
    chat.say('Half of ');
    await expect(list.getByText('Half of')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.last()?.functionType).toBe('ABORT_CHAT');
    await expect(list.getByText('Half of')).toBeVisible();
    await button('Good reply').press('Enter');
    await expect(panel.getByText('Thanks for your feedback')).toBeVisible();
    expect(chat.last()).toMatchObject({ message: 'Everything looks good' });
  });
  await test.step('streaming without a connection: the reply is finished as it is', async () => {
    await field.focus();
    await page.keyboard.type('last');
    await page.keyboard.press('Enter');
    await expect.poll(() => chat.last()?.message).toBe('last');
    chat.say('Cut here');
    await expect(list.getByText('Cut here')).toBeVisible();
    await chat.drop();
    await expect(list.getByText('Cut here')).toBeVisible();
    await expect(button('Stop')).toHaveCount(0);
  });
});

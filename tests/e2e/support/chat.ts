import type { Locator, Page, Route, WebSocketRoute } from '@playwright/test';
import type { ChatRequest } from '../../../src/contract/assistant.ts';
import { expect } from './test.ts';

export const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Assistant' });
export const fieldOf = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Message to the assistant' });

export type HeldChat = {
  page: Page;
  /** Not yet while the page loads, whose figures need one. */
  isHolding: boolean;
  tickets: Route[];
  sockets: WebSocketRoute[];
  sent: ChatRequest[];
};

/** Tickets of the assistant wait until the test lets them through; its sockets are answered by hand. */
export async function holdChat(page: Page): Promise<HeldChat> {
  const chat: HeldChat = { page, isHolding: false, tickets: [], sockets: [], sent: [] };
  await page.route('**/v1/auth/socket-ticket', (route) => {
    if (!chat.isHolding) return route.continue();
    chat.tickets.push(route);
    return undefined;
  });
  await page.routeWebSocket(/\/v1\/ws\/chat/, (socket) => {
    chat.sockets.push(socket);
    socket.onMessage((data) => void chat.sent.push(JSON.parse(String(data))));
  });
  return chat;
}

export const refuseTicket = (ticket: Route) =>
  ticket.fulfill({
    status: 409,
    json: { code: 'CONFLICT', reason: 'CONFLICT', message: 'No ticket', details: [] },
  });

export const say = ({ sockets }: HeldChat, text: string) => sockets.at(-1)?.send(text);

/** By its button; tickets that wait are refused. */
export async function closePanel(chat: HeldChat): Promise<void> {
  if (!(await panelOf(chat.page).isVisible())) return;
  await panelOf(chat.page).getByRole('button', { name: 'Close the assistant' }).press('Enter');
  await expect(panelOf(chat.page)).toBeHidden();
  for (const ticket of chat.tickets.splice(0)) await refuseTicket(ticket);
}

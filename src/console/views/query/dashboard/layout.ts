import {
  type DashboardContent,
  type DashboardPanel,
  PANEL_HEIGHTS,
  PANEL_WIDTHS,
} from '../../../../contract/entities/dashboard.ts';

const clamp = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, value));

/** @returns the same content when it cannot move */
export function movePanel(content: DashboardContent, from: number, to: number): DashboardContent {
  const panel = content.panels[from];
  if (!panel || to < 0 || to >= content.panels.length || to === from) return content;
  const panels = content.panels.toSpliced(from, 1).toSpliced(to, 0, panel);
  return { ...content, panels };
}

/** Within size limits; the same content when nothing changes. */
export function resizePanel(
  content: DashboardContent,
  at: number,
  { width, height }: { width: number; height: number },
): DashboardContent {
  const panel = content.panels[at];
  if (!panel) return content;
  const next = { width: clamp(width, PANEL_WIDTHS), height: clamp(height, PANEL_HEIGHTS) };
  if (next.width === panel.width && next.height === panel.height) return content;
  return changePanel(content, at, next);
}

export const changePanel = (
  content: DashboardContent,
  at: number,
  change: Partial<DashboardPanel>,
): DashboardContent => ({
  ...content,
  panels: content.panels.map((panel, place) => (place === at ? { ...panel, ...change } : panel)),
});

export const removePanel = (content: DashboardContent, at: number): DashboardContent => ({
  ...content,
  panels: content.panels.toSpliced(at, 1),
});

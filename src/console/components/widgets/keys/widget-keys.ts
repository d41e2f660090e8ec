/** Keys that a widget handles while it has the focus; the key bar shows them. */
export type WidgetKeys = {
  /** Uppercase name at the left of the key bar: `CHART`. */
  mode: string;
  hints: readonly { keys: readonly string[]; label: string }[];
};

/** Attributes of the element that handles the keys. */
export const buildWidgetKeyProps = (keys: WidgetKeys) => ({ 'data-widget-keys': JSON.stringify(keys) });

/** Separate from `Tabs`, so that lists without tabs do not load them. */
export const buildTabPanelProps = (id: string) => ({
  role: 'tabpanel',
  id: `panel-${id}`,
  'aria-labelledby': `tab-${id}`,
});

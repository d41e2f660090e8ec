/** Props of the panel of a tab of `Tabs`; apart, so that lists without tabs load no tabs. */
export const buildTabPanelProps = (id: string) => ({
  role: 'tabpanel',
  id: `panel-${id}`,
  'aria-labelledby': `tab-${id}`,
});

export type Sample = {
  id: string;
  name: string;
  source: string;
  events: number | undefined;
  saved: string;
  errors: number;
};

const SOURCES = ['Edge syslog', 'HTTP intake', 'Audit files', 'Firewall TCP'];

export const createSampleRows = (count: number): Sample[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `row-${at}`,
    name: `Pipeline ${at + 1}`,
    source: SOURCES[at % SOURCES.length] ?? '',
    events: at % 11 === 7 ? undefined : (at * 7919) % 100_000,
    saved: `${(at * 37) % 91} %`,
    errors: at % 5 === 0 ? (at * 13) % 40 : 0,
  }));

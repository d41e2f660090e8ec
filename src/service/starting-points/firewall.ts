import type { StartingPoint } from '../../contract/entities/starting-point.ts';

/** Linux netfilter lines, e.g. from ufw. */
export const firewall: StartingPoint = {
  id: 'firewall-key-value',
  title: 'Firewall key=value',
  summary:
    'Reads the key=value lines of the Linux firewall, drops broadcast and discovery noise, keeps every blocked packet and one in ten of the allowed ones.',
  sourceKinds: ['file_tail', 'syslog', 'tcp'],
  transforms: [
    {
      name: 'Read start of line',
      description: 'Time, host and verdict as fields; the pairs after them as text.',
      templateId: 'parse_regex',
      config: {
        pattern:
          '^(?:(?<timestamp>[A-Z][a-z]{2} +\\d+ [0-9:]+) (?<hostname>\\S+) kernel: )?(?:\\[ *[0-9.]+\\] )?\\[(?<verdict>[^\\]]+)\\] (?<pairs>IN=.*)$',
        onError: 'tag',
      },
    },
    {
      name: 'Read pairs',
      description: 'Interfaces, addresses, protocol, ports and length as fields; the flags are left out.',
      templateId: 'parse_key_value',
      config: {
        field: 'pairs',
        repeated: 'first',
        numbers: true,
        condition: { match: 'all', rules: [{ field: 'pairs', operator: 'exists' }] },
      },
    },
    {
      name: 'Name the fields',
      description: 'Names that other sources use too.',
      templateId: 'rename_fields',
      config: {
        fields: [
          { from: 'IN', to: 'in_interface' },
          { from: 'OUT', to: 'out_interface' },
          { from: 'SRC', to: 'src_ip' },
          { from: 'SPT', to: 'src_port' },
          { from: 'DST', to: 'dst_ip' },
          { from: 'DPT', to: 'dst_port' },
          { from: 'PROTO', to: 'protocol' },
          { from: 'LEN', to: 'length' },
        ],
      },
    },
    {
      name: 'Drop broadcast and discovery',
      description: 'Multicast, broadcast, mDNS, SSDP and NetBIOS.',
      templateId: 'filter',
      config: {
        action: 'drop',
        match: {
          match: 'any',
          rules: [
            { field: 'dst_ip', operator: 'in_cidr', value: '224.0.0.0/4' },
            { field: 'dst_ip', operator: 'in_cidr', value: 'ff00::/8' },
            { field: 'dst_ip', operator: 'equals', value: '255.255.255.255' },
            { field: 'dst_port', operator: 'in', value: ['137', '138', '1900', '5353'] },
          ],
        },
      },
    },
    {
      name: 'Sample allowed packets',
      description: 'One in ten per target port; what was blocked always stays.',
      templateId: 'sample',
      config: {
        mode: 'one_in',
        rate: 10,
        keyField: 'dst_port',
        exclude: { match: 'all', rules: [{ field: 'verdict', operator: 'not_contains', value: 'ALLOW' }] },
      },
    },
    {
      name: 'Remove packet details',
      description: 'Hardware addresses and what only the network stack needs.',
      templateId: 'remove_fields',
      config: {
        fields: [
          'MAC',
          'TOS',
          'PREC',
          'TTL',
          'TC',
          'HOPLIMIT',
          'FLOWLBL',
          'ID',
          'SEQ',
          'WINDOW',
          'RES',
          'URGP',
        ],
      },
    },
  ],
  sample: [
    'Nov 21 10:16:01 gw-1 kernel: [88121.401] [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=203.0.113.77 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=51 ID=54321 DF PROTO=TCP SPT=44122 DPT=23 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:01 gw-1 kernel: [88121.733] [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=203.0.113.77 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=51 ID=54322 DF PROTO=TCP SPT=44123 DPT=2323 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:02 gw-1 kernel: [88122.011] [UFW ALLOW] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.44 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=58 ID=1201 DF PROTO=TCP SPT=51002 DPT=443 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:02 gw-1 kernel: [88122.040] [UFW ALLOW] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.45 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=58 ID=1202 DF PROTO=TCP SPT=51003 DPT=443 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:02 gw-1 kernel: [88122.092] [UFW ALLOW] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.46 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=58 ID=1203 DF PROTO=TCP SPT=51004 DPT=443 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:03 gw-1 kernel: [88123.100] [UFW BLOCK] IN=eth1 OUT= MAC=01:00:5e:00:00:fb:52:54:00:aa:bb:cc:08:00 SRC=192.168.7.20 DST=224.0.0.251 LEN=32 TOS=0x00 PREC=0xC0 TTL=1 ID=0 DF PROTO=2',
    'Nov 21 10:16:03 gw-1 kernel: [88123.220] [UFW BLOCK] IN=eth1 OUT= MAC=ff:ff:ff:ff:ff:ff:52:54:00:aa:bb:cc:08:00 SRC=192.168.7.20 DST=192.168.7.255 LEN=78 TOS=0x00 PREC=0x00 TTL=64 ID=8812 PROTO=UDP SPT=137 DPT=137 LEN=58',
    'Nov 21 10:16:04 gw-1 kernel: [88124.310] [UFW BLOCK] IN=eth1 OUT= MAC=01:00:5e:7f:ff:fa:52:54:00:aa:bb:cc:08:00 SRC=192.168.7.31 DST=239.255.255.250 LEN=203 TOS=0x00 PREC=0x00 TTL=1 ID=42100 PROTO=UDP SPT=50122 DPT=1900 LEN=183',
    'Nov 21 10:16:05 gw-1 kernel: [88125.017] [UFW ALLOW] IN= OUT=eth0 SRC=198.51.100.10 DST=192.0.2.53 LEN=74 TOS=0x00 PREC=0x00 TTL=64 ID=9001 PROTO=UDP SPT=40001 DPT=53 LEN=54',
    'Nov 21 10:16:05 gw-1 kernel: [88125.019] [UFW ALLOW] IN= OUT=eth0 SRC=198.51.100.10 DST=192.0.2.53 LEN=74 TOS=0x00 PREC=0x00 TTL=64 ID=9002 PROTO=UDP SPT=40002 DPT=53 LEN=54',
    'Nov 21 10:16:06 gw-1 kernel: [88126.412] [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:86:dd SRC=2001:db8::bad DST=2001:db8::10 LEN=60 TC=0 HOPLIMIT=47 FLOWLBL=0 PROTO=TCP SPT=40010 DPT=22 WINDOW=64800 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:07 gw-1 kernel: [88127.500] [UFW BLOCK] IN=eth1 OUT= MAC=33:33:00:00:00:fb:52:54:00:aa:bb:cc:86:dd SRC=fe80::1 DST=ff02::fb LEN=76 TC=0 HOPLIMIT=1 FLOWLBL=0 PROTO=UDP SPT=5353 DPT=5353 LEN=36',
    'Nov 21 10:16:08 gw-1 kernel: [88128.001] [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=192.0.2.199 DST=198.51.100.10 LEN=40 TOS=0x00 PREC=0x00 TTL=243 ID=31337 PROTO=TCP SPT=58914 DPT=3389 WINDOW=1024 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:08 gw-1 kernel: [88128.330] [UFW ALLOW] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.47 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=58 ID=1204 DF PROTO=TCP SPT=51005 DPT=443 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:09 gw-1 kernel: [88129.118] [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=203.0.113.5 DST=198.51.100.10 LEN=28 TOS=0x00 PREC=0x00 TTL=54 ID=7 PROTO=ICMP TYPE=8 CODE=0 ID=1 SEQ=1',
    'Nov 21 10:16:10 gw-1 kernel: [88130.009] [UFW ALLOW] IN= OUT=eth0 SRC=198.51.100.10 DST=192.0.2.53 LEN=71 TOS=0x00 PREC=0x00 TTL=64 ID=9003 PROTO=UDP SPT=40003 DPT=53 LEN=51',
    'Nov 21 10:16:11 gw-1 kernel: [88131.760] [UFW AUDIT] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.60 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=60 ID=771 DF PROTO=TCP SPT=39912 DPT=22 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:12 gw-1 kernel: [88132.044] [UFW ALLOW] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.60 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=60 ID=772 DF PROTO=TCP SPT=39913 DPT=22 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:13 gw-1 kernel: [88133.300] [UFW BLOCK] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=203.0.113.77 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=51 ID=54399 DF PROTO=TCP SPT=44190 DPT=5900 WINDOW=64240 RES=0x00 SYN URGP=0',
    'Nov 21 10:16:14 gw-1 kernel: [88134.020] [UFW ALLOW] IN=eth0 OUT= MAC=52:54:00:12:34:56:52:54:00:65:43:21:08:00 SRC=198.51.100.48 DST=198.51.100.10 LEN=60 TOS=0x00 PREC=0x00 TTL=58 ID=1205 DF PROTO=TCP SPT=51006 DPT=443 WINDOW=64240 RES=0x00 SYN URGP=0',
  ],
};

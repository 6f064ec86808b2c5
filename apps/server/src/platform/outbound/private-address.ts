import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public (RFC 6890 and its successors). */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The public IPv6 network, and its parts that embed other addresses or contain no hosts. */
const PUBLIC_V6 = ['2000::', 3] as const;
const PRIVATE_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const privateNetworks = new BlockList();
for (const [network, prefix] of PRIVATE_V4) privateNetworks.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of PRIVATE_V6) privateNetworks.addSubnet(network, prefix, 'ipv6');
const publicNetworks = new BlockList();
publicNetworks.addSubnet(...PUBLIC_V6, 'ipv6');

/** Whether an address is not public. Text that is not an address in its usual form is treated as private. */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return privateNetworks.check(address, 'ipv4');
    case 6:
      return !publicNetworks.check(address, 'ipv6') || privateNetworks.check(address, 'ipv6');
    default:
      return true;
  }
}

/** Whether the host of a URL is itself a private address or `localhost`. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isPrivateAddress(address);
  return address === 'localhost' || address.endsWith('.localhost');
}

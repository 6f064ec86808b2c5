import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** Forwards requests and WebSockets to a server and passes on the caller's address, as nginx does. */
function startReverseProxy(targetPort: number, onListening: (port: number) => void): void {
  const target = { host: '127.0.0.1', port: targetPort };
  const agent = new http.Agent({ keepAlive: true });
  const proxy = http.createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    const headers = { ...request.headers, 'x-forwarded-for': getForwardedFor(request) };
    const upstreamRequest = http.request({ ...target, agent, method, path: url, headers });
    upstreamRequest.on('response', (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(response);
      response.on('close', () => upstreamResponse.destroy());
    });
    upstreamRequest.on('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    request.on('error', () => upstreamRequest.destroy());
    response.on('close', () => upstreamRequest.destroy());
    request.pipe(upstreamRequest);
  });
  proxy.on('upgrade', (request, socket, head) => {
    const { rawHeaders, method, url } = request;
    const lines = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 && name.toLowerCase() !== 'x-forwarded-for'
        ? [`${name}: ${rawHeaders[index + 1]}`]
        : [],
    );
    const upstream = net.connect(target, () => {
      const forwardedHeader = `x-forwarded-for: ${getForwardedFor(request)}`;
      upstream.write([`${method} ${url} HTTP/1.1`, ...lines, forwardedHeader, '', ''].join('\r\n'));
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
  });
  proxy.listen(0, '127.0.0.1', () => onListening((proxy.address() as AddressInfo).port));
}

function getForwardedFor({ headers, socket }: IncomingMessage): string {
  return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ');
}

// This runs in a separate process, so that it does not slow down the callers that are measured.
startReverseProxy(Number(process.argv[2]), (port) => process.send?.(port));
process.on('disconnect', () => process.exit(0));

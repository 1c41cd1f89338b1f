// @ts-check
// Preloaded into the server by start.mjs. The channel to the parent closes when the parent ends, however it ends;
// without this, killing the parent would leave a server nobody can see.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A listener keeps the process alive; the server alone decides when it is done.
process.channel?.unref();

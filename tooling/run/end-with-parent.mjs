// @ts-check
// Preloaded into the server by start.mjs. The channel to the parent closes when the parent ends, in any way; without
// this, killing the parent would leave an invisible server running.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A listener keeps the process alive; the server alone determines its end.
process.channel?.unref();

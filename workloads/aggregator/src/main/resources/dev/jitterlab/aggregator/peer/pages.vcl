vcl 4.1;
import directors;

@backends@

sub vcl_init {
  new services = directors.round_robin();
  @directors@
}

sub vcl_recv {
  set req.backend_hint = services.backend();
  if (req.url == "/health") {
    return (synth(200, "serving"));
  }
  # An included piece begins with the client's own headers, not with those that were changed here.
  set req.http.X-Customer = "guest";
  if (req.http.Cookie ~ "(^|; *)sid=[A-Za-z0-9_-]+(;|$)") {
    set req.http.X-Customer = regsub(req.http.Cookie, "^(.*; *)?sid=([A-Za-z0-9_-]+)(;.*)?$", "\2");
  }
  if (req.esi_level == 0) {
    set req.http.X-Site = regsub(req.url, "^/site-([0-9]+)/.*$", "\1");
    if (req.url ~ "^/site-[0-9]+/composed/[0-9]+/[A-Za-z0-9-]+$") {
      set req.url = regsub(req.url, "^/site-[0-9]+/composed/([0-9]+)/(.*)$", "/u/shell/\1-\2");
    } elsif (req.url ~ "^/site-[0-9]+/parts/[0-9]+/[A-Za-z0-9-]+$") {
      set req.url = regsub(req.url, "^/site-[0-9]+/parts/([0-9]+)/(.*)$", "/u/shell/\1-\2?personal");
    } else {
      return (synth(404));
    }
  }
  unset req.http.Cookie;
  if (req.url == "/personal") {
    set req.url = "/u/user/" + req.http.X-Customer + "?as=html";
    return (pass);
  }
  if (req_top.url ~ "/composed/" || req_top.url ~ "^/u/shell/[^?]*$") {
    return (pass);
  }
  return (hash);
}

# A piece of one site is none of another, as in the gateway. The rest of the key is Varnish's own.
sub vcl_hash {
  hash_data(req_top.http.X-Site);
}

sub vcl_backend_response {
  if (bereq.url ~ "^/u/shell/") {
    set beresp.do_esi = true;
  }
  set beresp.ttl = 30s;
  set beresp.grace = 300s;
  if (beresp.status != 200) {
    set beresp.uncacheable = true;
  }
}
